/** Line icons on a grid of 20 units. They are only decoration: the control around an icon has the label. */
const shapes = {
  search: "M14.2 14.2 17.5 17.5M15.5 9a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z",
  language:
    "M2.5 10h15M10 2.5c2.4 2.2 3.4 4.7 3.4 7.5s-1 5.3-3.4 7.5c-2.4-2.2-3.4-4.7-3.4-7.5s1-5.3 3.4-7.5ZM17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0Z",
  menu: "M3 5.5h14M3 10h14M3 14.5h14",
  close: "m5 5 10 10M15 5 5 15",
  down: "m5.5 8 4.5 4.5L14.5 8",
  left: "M16.5 10h-13M8.5 5l-5 5 5 5",
  right: "M3.5 10h13M11.5 5l5 5-5 5",
  light:
    "M10 6.4a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2ZM10 1.6v1.6M10 16.8v1.6M1.6 10h1.6M16.8 10h1.6M4.1 4.1l1.1 1.1M14.8 14.8l1.1 1.1M4.1 15.9l1.1-1.1M14.8 5.2l1.1-1.1",
  dark: "M17 11.9A7.3 7.3 0 0 1 8.1 3a7.3 7.3 0 1 0 8.9 8.9Z",
  system: "M2.5 3.5h15v10h-15ZM7 17h6M10 13.5V17",
} as const;

export interface IconProps {
  name: keyof typeof shapes;
}

export default function Icon({ name }: IconProps) {
  return (
    <svg className={`icon icon-${name}`} viewBox="0 0 20 20" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}

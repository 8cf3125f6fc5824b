/** The interface's line icons, drawn on a grid of 20 units. Decoration only: the control around an icon has the words. */
const shapes = {
  search: "M14.2 14.2 17.5 17.5M15.5 9a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z",
  language:
    "M2.5 10h15M10 2.5c2.4 2.2 3.4 4.7 3.4 7.5s-1 5.3-3.4 7.5c-2.4-2.2-3.4-4.7-3.4-7.5s1-5.3 3.4-7.5ZM17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0Z",
  menu: "M3 5.5h14M3 10h14M3 14.5h14",
  close: "m5 5 10 10M15 5 5 15",
  down: "m5.5 8 4.5 4.5L14.5 8",
  left: "M16.5 10h-13M8.5 5l-5 5 5 5",
  right: "M3.5 10h13M11.5 5l5 5-5 5",
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

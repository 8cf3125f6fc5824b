/** The default logo: an open ring, closed by a tick. */
export default function LogoMark() {
  return (
    <svg className="logo-mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M14.8 2.9A9.5 9.5 0 1 0 21.2 9.9" />
      <path d="m7.6 11.7 3.9 3.9 9.3-10.8" />
    </svg>
  );
}

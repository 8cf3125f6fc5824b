/** The number of added and removed words: `+12 −3`. A proposal has dozens of them, so no more than that. */

export interface ChangeSizeProps {
  size: { added: number; removed: number };
}

export default function ChangeSize({ size: { added, removed } }: ChangeSizeProps) {
  return (
    <>
      {added > 0 && <ins>+{added}</ins>}
      {added > 0 && removed > 0 && " "}
      {removed > 0 && <del>−{removed}</del>}
    </>
  );
}

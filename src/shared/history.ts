/** When a file was first and last changed. */
export interface FileHistory {
  /** `YYYY-MM-DD`, UTC. */
  created: string;
  updated: string;
}

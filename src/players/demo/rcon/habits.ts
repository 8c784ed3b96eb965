/** How the simulated game server behaves where real ones differ, and how it fails on command. */
export interface RconHabits {
  /** An empty answer before the verdict on a password, as servers of Valve's kind send it. ARK does not. */
  readonly emptyBeforeVerdict: boolean;
  /** `Keep Alive` before and in the midst of answers, under id 0, as ARK sends it from time to time. */
  readonly keepAlives: boolean;
  /** Packets with other ids before and in the midst of answers. */
  readonly strayPackets: boolean;
  /** Letters beyond ASCII become `?`, as ARK's RCON often makes them. */
  readonly questionMarks: boolean;
  /** How much of an answer goes into one packet, in bytes. ARK fills them: 4,096. */
  readonly bodyBytes: number;
  /** How long it hesitates between the packets of one answer. */
  readonly gapMs: number;
  /** How many bytes it sends at a time; undefined for all at once. */
  readonly pieceBytes: number | undefined;
  /** Commands that it takes and never answers. */
  readonly silentTo: "nothing" | "passwords" | "commands";
  /** After how many bytes of an answer it closes the connection; undefined for never. */
  readonly hangsUpAfterBytes: number | undefined;
  /** Sends this instead of whatever it would answer; undefined for real answers. */
  readonly garbage: Buffer | undefined;
}

/** A well-behaved ARK server. */
export const ARK_HABITS: RconHabits = {
  emptyBeforeVerdict: false,
  keepAlives: false,
  strayPackets: false,
  questionMarks: false,
  bodyBytes: 4096,
  gapMs: 0,
  pieceBytes: undefined,
  silentTo: "nothing",
  hangsUpAfterBytes: undefined,
  garbage: undefined,
};

import { constants } from "node:fs";

// Windows does not know the second flag, and `constants` then has no such member.
const { O_RDONLY, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

/** Opens a file to read it. A pipe opens at once too: without this, the open waits until a program writes into it. */
export const READ_WITHOUT_WAITING = (O_RDONLY ?? 0) | O_NONBLOCK;

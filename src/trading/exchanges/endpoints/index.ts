/** The endpoints of the exchanges area, in the order in which their examples follow each other. */
import { addKey } from "./add-key.ts";
import { deleteKey } from "./delete-key.ts";
import { editKey } from "./edit-key.ts";
import { listKeys } from "./list-keys.ts";
import { testKey } from "./test-key.ts";

export const exchangeKeyEndpoints = [addKey, testKey, listKeys, editKey, deleteKey];

/** The id of the table in `data/`, written with it by the training: known before the table is loaded. */
export const TABLE_ID = "f12e09a5941ba636";

/** The numbers in one of its vectors. */
export const TABLE_DIMENSIONS = 128;

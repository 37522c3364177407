/** The id of the table in `data/`, written with it by the training: known before the table is loaded. */
export const TABLE_ID = "fe54c12997ceb6d0";

/** The numbers in one of its vectors. */
export const TABLE_DIMENSIONS = 128;

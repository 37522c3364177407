/** Words that stand in every request and tell no tool from another; the last are what apostrophes leave behind. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  "a about after all also an and any are as at be been before but by can could do each every for from has have how i if in into is it its just me my need no not of on one or our out over please should so some something that the their them then there these they this to up us want was we what when where which will with would you your s t re ve ll d m".split(
    " ",
  ),
);

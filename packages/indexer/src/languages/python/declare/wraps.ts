/** How the expression a name is given is to be taken. */
export const Wrap = {
  Value: 0,
  /** An item of it. */
  Element: 1,
  /** An item of an item. */
  Element2: 2,
  /** What a context manager gives. */
  Enter: 3,
  /** It is a type; the name holds an instance. */
  Instance: 4,
  /** It is added to a container that the name holds. */
  Item: 5,
  /** What is left of it: a container of the same items. */
  Rest: 6,
  /** A part of it: its place is added. */
  Part: 16,
  /** A part of an item of it: its place is added. */
  PartOfElement: 32,
} as const;

/** Places of parts that are told apart. */
export const MAX_PLACE = 15;

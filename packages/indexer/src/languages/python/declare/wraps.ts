/** How an assigned value is derived from its expression. */
export const Wrap = {
  Value: 0,
  /** An item of the expression's value. */
  Element: 1,
  /** An item of an item. */
  Element2: 2,
  /** The value that a context manager yields. */
  Enter: 3,
  /** The expression is a type; the name holds an instance. */
  Instance: 4,
  /** The value is added to a container that the name holds. */
  Item: 5,
  /** The remaining items: a container of the same items. */
  Rest: 6,
  /** The value's items are added to a container that the name holds. */
  Items: 7,
  /** The expression is a part of a class pattern; the name holds what the pattern's object has there. */
  Captured: 8,
  /** A part of the value; its place is added to this number. */
  Part: 16,
  /** A part of an item; its place is added to this number. */
  PartOfElement: 32,
} as const;

/** Number of places that are distinguished. */
export const MAX_PLACE = 15;

/** Whether the name keeps its container and only gets more items. */
export function isAddition(wrap: number): boolean {
  return wrap === Wrap.Item || wrap === Wrap.Items;
}

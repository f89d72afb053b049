/**
 * Cache of values computed from an object, which live as long as the object: for a graph the columns that a search fills, for a history the index
 * of its messages. The code that opens such objects owns one cache and passes it on.
 */
export class KeptValues {
  private readonly bySubject = new WeakMap<object, Map<unknown, unknown>>();

  /** The subject's instance of a class, created on first request. @param rest further constructor arguments for the first request */
  of<Subject extends object, Rest extends readonly unknown[], Value>(
    subject: Subject,
    type: new (subject: Subject, ...rest: Rest) => Value,
    ...rest: Rest
  ): Value {
    const values = this.bySubject.get(subject) ?? new Map<unknown, unknown>();
    this.bySubject.set(subject, values);
    const value = (values.get(type) as Value | undefined) ?? new type(subject, ...rest);
    values.set(type, value);
    return value;
  }
}

/**
 * What is computed of an object and kept as long as the object lives: of a graph the columns that a search fills, of a history the index of its
 * messages. Whoever opens such objects owns one holder and hands it down.
 */
export class KeptValues {
  private readonly bySubject = new WeakMap<object, Map<unknown, unknown>>();

  /** The subject's one instance of a class, made when it is first asked for. @param rest further arguments of that first time */
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

/**
 * Stop words: words without search meaning. Data.
 *
 * Deliberately short: `token`, `error`, `config`, `server`, `type`, `class` and `import` are searched for, and their frequency already lowers their
 * weight.
 */

/** Dropped from docs, bodies and literals, but not from names, signatures and paths: function words, and keywords of control flow. */
export const TEXT_STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be been but by can could did do does else elif for from had has have he if in into is it its let may might
  no nor not of on or our she should so such than that the their them then there these they this those to too was we were which
  while who will with would you your
  const var def self cls true false null none undefined return pass elif lambda`.split(/\s+/),
);

/** Dropped from queries too, as separate words and if other words remain: words around the actual subject. */
export const QUERY_STOP_WORDS: ReadonlySet<string> = new Set(
  `about add added adding adds allow allows also any because bug bugs change changed changes changing does doesn don during each
  ensure ensures fix fixed fixes fixing give how i implement implemented implementing instead issue
  issues just know like make makes making me more most must my need needed needs now only other please problem
  properly refactor s same see some still support supported supporting supports sure t take tell try unless
  use used uses using very want wants what when where whether why`.split(/\s+/),
);

/**
 * Synonyms: words that programmers use interchangeably; applied to queries only, with a reduced weight. Data.
 * One group per line; each word is in one group. Groups contain abbreviations and their full forms, not words of similar meaning.
 */
import { stem } from "./stem.js";

const SYNONYM_GROUPS = `
auth authn authenticate authentication
authz authorize authorization
cfg conf config configure configuration
err error exception
req request
res resp response
ctx context
init initialize initialization initialise
msg message
db database
arg argument
param parameter
attr attribute
prop property
fn func function
cb callback
obj object
str string
num number
int integer
bool boolean
char character
arr array
dict dictionary
elem element
idx index
len length
max maximum
min minimum
cnt count
tmp temp temporary
val value
var variable
env environment
dir directory folder
doc docs documentation
src source
dest dst destination
img image
btn button
nav navigation
pwd password passwd
repo repository
pkg package
lib library
impl implementation
spec specification
ref reference
ptr pointer
prev previous
cur curr current
orig original
info information
util utility
mgr manager
svc service
srv server
conn connection
sync synchronize
async asynchronous
cmd command
exec execute execution
proc process
calc calculate
eval evaluate
expr expression
stmt statement
decl declaration
def definition
regex regexp
fmt format
gen generate generator
iter iterate iterator
del delete
rm remove
desc description
app application
admin administrator
buf buffer
addr address
acc account
org organization
perm permission
priv private
pub public
seq sequence
sess session
tx txn transaction
ts timestamp
url uri
ver version
`;

const BY_STEM = synonymTable(SYNONYM_GROUPS);

/** Synonyms of a stem, as stems, in the table's order; without the stem itself. */
export function synonymsOf(stemmed: string): readonly string[] {
  return BY_STEM.get(stemmed) ?? [];
}

function synonymTable(groups: string): ReadonlyMap<string, readonly string[]> {
  const table = new Map<string, readonly string[]>();
  for (const line of groups.trim().split("\n")) {
    const stems = [...new Set(line.split(" ").map(stem))];
    for (const word of stems) {
      table.set(
        word,
        stems.filter((other) => other !== word),
      );
    }
  }
  return table;
}

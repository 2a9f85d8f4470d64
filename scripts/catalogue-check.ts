/** `npm run catalogue:check`: every fault of the catalogue as `file:line:column message (remedy)`. */
import { spelled } from '#server/catalogue/check/spelled.ts'
import { projectPlaces } from '#server/catalogue/definitions/places.ts'
import { checkCatalogue } from './catalogue/check/check.ts'

const root = process.argv[2] ?? process.cwd()
const started = performance.now()
const problems = checkCatalogue(projectPlaces(root))
for (const problem of problems) console.error(spelled(problem))
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(
  problems.length === 0
    ? `The catalogue is in order (${seconds} s).`
    : `${problems.length} ${problems.length === 1 ? 'fault' : 'faults'} (${seconds} s).`,
)
if (problems.length > 0) process.exitCode = 1

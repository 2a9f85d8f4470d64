/** `npm run catalogue:coverage`: how much of every device that Zigbee2MQTT knows our generated layouts draw. */
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { knownModels } from './converters.ts'
import { measure } from './measure.ts'

const catalogue = await openCatalogue('catalogue')
const rules = catalogue.rules()
const models = knownModels()
const missing = new Map<string, number>()
const total = { pairs: 0, shown: 0, operable: 0, modelsShown: 0, modelsOperable: 0 }
for (const { definition } of models) {
  const measured = measure(rules, definition.exposes)
  total.pairs += measured.pairs
  total.shown += measured.shown.length
  total.operable += measured.operable.length
  if (measured.shown.length === measured.pairs) total.modelsShown += 1
  if (measured.operable.length === measured.pairs) total.modelsOperable += 1
  for (const name of measured.missing) missing.set(name, (missing.get(name) ?? 0) + 1)
}

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)} %`
console.log(`${models.length} models, ${total.pairs} pairs of model and expose`)
console.log(
  `placed    ${share(total.shown, total.pairs)} of the pairs, ${share(total.modelsShown, models.length)} of the models`,
)
console.log(
  `operable  ${share(total.operable, total.pairs)} of the pairs, ${share(total.modelsOperable, models.length)} of the models`,
)
const most = [...missing].toSorted(([, a], [, b]) => b - a).slice(0, 12)
console.log(`not placed, most often: ${most.map(([name, count]) => `${name} ${count}`).join(', ')}`)
if (total.shown / total.pairs < 0.9) process.exitCode = 1

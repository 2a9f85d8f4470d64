/**
 * `npm run new-device -- --from <file> [--ieee 0x… | --model <name>]`: a starting file for a model, from what Zigbee2MQTT
 * publishes at bridge/devices or from a device as the gateway tells of it. Prints where the file is.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileText } from '#gateway/lib/models/model-text.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { fileNameOf } from '#server/catalogue/check/model/identity.ts'
import { SourceFile } from '#server/catalogue/check/source-file.ts'
import { spelled } from '#server/catalogue/check/spelled.ts'
import { isTable, tableAt } from '#server/catalogue/definitions/places.ts'
import {
  type Seen,
  seenByZigbee2mqtt,
  seenLive,
  startingFile,
} from '#server/catalogue/studio/starting-file.ts'
import { textsOf } from '#server/catalogue/studio/texts.ts'
import { optionsOf } from './tasks/options.ts'

const USAGE = 'npm run new-device -- --from <json> [--ieee 0x… | --model <name>]'
const { values } = optionsOf(USAGE, {
  options: {
    from: { type: 'string' },
    ieee: { type: 'string' },
    model: { type: 'string' },
    root: { type: 'string', default: process.cwd() },
  },
})

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}

/** What the file says; of one that cannot be read, why, in a sentence. */
function contentOf(file: string): unknown {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    stop(
      code === 'ENOENT'
        ? `There is no file ${file}.`
        : code === 'EISDIR'
          ? `${file} is a folder; name the file in it.`
          : `${file} cannot be read (${code}).`,
    )
  }
  const parsed = new SourceFile(file, text).parse()
  if (parsed.ok) return parsed.value
  return stop(
    `${spelled({ file, ...parsed.problem })}. What Zigbee2MQTT publishes at bridge/devices is JSON.`,
  )
}

if (!values.from) stop(`Where from? ${USAGE}`)
const told = contentOf(values.from)
const catalogue = await openCatalogue(join(values.root, 'catalogue'))

const listed = [told].flat()
const chosen = listed.filter((one) => {
  const { definition, model_id, ieee_address, class: model, id } = tableAt(one)
  if (values.ieee) return ieee_address === values.ieee || id === values.ieee
  if (values.model) return [tableAt(definition).model, model_id, model].includes(values.model)
  return isTable(definition) || Array.isArray(tableAt(one).service_list)
})
if (chosen.length !== 1)
  stop(`${chosen.length} of ${listed.length} devices fit; name one with --ieee or --model.`)
const [one] = chosen
const seen: Seen | undefined = Array.isArray(tableAt(one).service_list)
  ? seenLive(one as Device)
  : seenByZigbee2mqtt(one, catalogue.rules())
if (!seen) stop('Zigbee2MQTT has no definition for this device yet.')

const known = catalogue.models().find(({ model }) => model === seen.model)
if (known) stop(`The catalogue has the model "${seen.model}" already.`)
const maker =
  seen.maker
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'unknown'
const file = join(values.root, 'catalogue/devices', maker, fileNameOf(seen.model))
if (existsSync(file)) stop(`${file} is there already.`)
const model = startingFile(catalogue.rules(), seen, textsOf(join(values.root, 'locales')))
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, fileText({ $schema: '../../../schemas/definitions/device-model.json', ...model }))
console.log(file)

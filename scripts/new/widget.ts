import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Draft, Refused, withValues } from './draft.ts'

const placement = 'schemas/definitions/placement.json'
const rules = 'catalogue/rules/property-types.json'

/** `widget waterLevel`: a property type that shows its value, for you to draw. */
export function newWidget(root: string, [kind = '']: readonly string[]): Draft {
  if (!/^[a-z]+(?:[A-Z][a-z]+)*$/.test(kind))
    throw new Refused('Name the property type in one word: npm run new -- widget waterLevel')
  if (existsSync(join(root, 'widgets', kind))) throw new Refused(`widgets/${kind} is there already.`)
  const component = kind.slice(0, 1).toUpperCase() + kind.slice(1)
  return {
    files: {
      [placement]: withValues(root, placement, [[['$defs', 'propertyType', 'enum', -1], kind]]),
      [rules]: withValues(root, rules, [
        [['types', kind], { placeable: true, size: [1, 1], tile: 'reading' }],
      ]),
      [`widgets/${kind}/index.ts`]: `import { defineWidget } from '#engine/widget.ts'
import { ${component} } from './${component}.tsx'
import { examples } from './examples.ts'
import { decode, kind, options, read } from './value.ts'

export default defineWidget({
  kind,
  places: ['tile', 'page'],
  options,
  decode,
  read,
  Component: ${component},
  accessibility: { role: 'text', keys: {} },
  examples,
})
`,
      [`widgets/${kind}/value.ts`]: `import type { RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { type PropertySpec, specOf } from '../shared/property-spec.ts'
import { readRaw } from '../shared/read.ts'

export const kind = '${kind}'

export type Options = PropertySpec

export type Shown = RawValue | undefined

export const options = (_value: Value, placed: Placed): Options => specOf(placed)

export const decode = (raw: RawValue | undefined): Shown => (raw === null || raw === '' ? undefined : raw)

export const read = (value: Shown, spec: Options, words: Words): Reading => readRaw(value, spec, words)
`,
      [`widgets/${kind}/${component}.tsx`]: `import type { WidgetProps } from '#engine/widget.ts'
import { useWords } from '#i18n/useWords.ts'
import { Figure } from '../shared/controls/Figure.tsx'
import { type Options, read, type Shown } from './value.ts'

export function ${component}({ label, value, options, place }: WidgetProps<Shown, Options>) {
  const words = useWords()
  return (
    <div>
      <span className="visually-hidden">{\`\${label}: \`}</span>
      <Figure reading={read(value, options, words)} place={place} />
    </div>
  )
}
`,
      [`widgets/${kind}/examples.ts`]: `import type { Example } from '#engine/widget.ts'
import { placedOf } from '../shared/examples.ts'

const placed = placedOf('${kind}', 'TemperatureService', 'temperature', {
  kind: 'number',
  access: ['read'],
  unit: '°C',
})

export const examples: readonly Example[] = [
  { name: 'a value', placed, values: { 'TemperatureService/temperature': 21.3 } },
  { name: 'nobody knows it yet', placed, values: {} },
]
`,
    },
    left: [
      `draw it in widgets/${kind}/${component}.tsx; one that sends says how in value.ts (encode)`,
      'its examples are every state that it has',
      `say in ${rules} which values it takes`,
      'npm run gen',
    ],
  }
}

import type { Expose } from '#gateway/drivers/zigbee2mqtt/wire.ts'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import type { KnownModel } from './converters.ts'
import { measure } from './measure.ts'
import { type Defect, defectsOf, type Language, namesOf } from './readable.ts'

/** What decides where an expose is placed and how it reads: names, kinds, ranges and choices; no labels, no descriptions. */
type Shape = Partial<
  Pick<Expose, 'name' | 'property' | 'endpoint' | 'category' | 'min' | 'max' | 'on' | 'off' | 'values'>
> & {
  type: string
  access?: number
  features?: readonly Shape[]
  item?: Shape
}

/** Exposes of many models: each shape once, then how many models have which of them. */
export interface Shapes {
  exposes: readonly Shape[]
  models: readonly (readonly [count: number, ...exposes: number[]])[]
}

const shapeOf = ({
  type,
  name,
  property,
  endpoint,
  access,
  category,
  min,
  max,
  on,
  off,
  values,
  features,
  item,
}: Expose): Shape => ({
  type,
  ...(name !== undefined && { name }),
  ...(property !== name && property !== undefined && { property }),
  ...(endpoint !== undefined && { endpoint }),
  ...(access !== 0 && { access }),
  ...(category && { category }),
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
  ...(on !== undefined && { on }),
  ...(off !== undefined && { off }),
  ...(values.length > 0 && { values }),
  ...(features.length > 0 && { features: features.map(shapeOf) }),
  ...(item && { item: shapeOf(item) }),
})

const exposeOf = ({ values = [], features = [], item, access = 0, ...rest }: Shape): Expose =>
  ({
    property: rest.name,
    ...rest,
    access,
    values,
    presets: [],
    features: features.map(exposeOf),
    item: item && exposeOf(item),
  }) as Expose

export function shapesOf(models: readonly KnownModel[]): Shapes {
  const exposes = new Map<string, number>()
  const alike = new Map<string, number>()
  for (const { definition } of models) {
    const ids = definition.exposes.map((expose) => {
      const shape = JSON.stringify(shapeOf(expose))
      const id = exposes.get(shape) ?? exposes.size
      exposes.set(shape, id)
      return id
    })
    const key = JSON.stringify(ids)
    alike.set(key, (alike.get(key) ?? 0) + 1)
  }
  return {
    exposes: [...exposes.keys()].map((shape) => JSON.parse(shape) as Shape),
    models: [...alike].map(([ids, count]) => [count, ...(JSON.parse(ids) as number[])]),
  }
}

export interface Coverage {
  models: number
  pairs: number
  /** Shares of the pairs of model and expose, and of whole models: on screen; and settable where they can be set. */
  placed: { pairs: number; models: number }
  operable: { pairs: number; models: number }
  missing: ReadonlyMap<string, number>
}

/** Each kind of models alike, with how many there are. */
function* kindsOf({
  exposes,
  models,
}: Shapes): Generator<readonly [count: number, exposes: readonly Expose[]]> {
  const whole = exposes.map(exposeOf)
  for (const [count, ...ids] of models) yield [count, ids.flatMap((id) => whole[id] ?? [])]
}

export interface Readability {
  models: number
  /** Models of which nothing is wrong. */
  readable: number
  /** Share of the names on their pages that every language has a word for. */
  named: number
  /** Models by what is wrong with them, each with its commonest cases. */
  defects: ReadonlyMap<Defect, { models: number; cases: ReadonlyMap<string, number> }>
}

/** How many of all these models read well on tile and page, drawn by rule alone. */
export function readabilityOf(
  rules: CatalogueRules,
  shapes: Shapes,
  languages: ReadonlyMap<string, Language>,
): Readability {
  const defects = new Map<Defect, { models: number; cases: Map<string, number> }>()
  let [models, readable, names, named] = [0, 0, 0, 0]
  for (const [count, exposes] of kindsOf(shapes)) {
    const found = defectsOf(rules, exposes, languages)
    const { all, said } = namesOf(rules, exposes, languages)
    models += count
    names += count * all
    named += count * said
    if (found.size === 0) readable += count
    for (const [defect, what] of found) {
      const known = defects.get(defect) ?? { models: 0, cases: new Map() }
      known.models += count
      known.cases.set(what, (known.cases.get(what) ?? 0) + count)
      defects.set(defect, known)
    }
  }
  return { models, readable, named: named / names, defects }
}

/** How much of what all these models expose our generated layouts draw. */
export function coverageOf(rules: CatalogueRules, shapes: Shapes): Coverage {
  const missing = new Map<string, number>()
  const sum = { models: 0, pairs: 0, shown: 0, operable: 0, modelsShown: 0, modelsOperable: 0 }
  for (const [count, exposes] of kindsOf(shapes)) {
    const measured = measure(rules, exposes)
    sum.models += count
    sum.pairs += count * measured.pairs
    sum.shown += count * measured.shown.length
    sum.operable += count * measured.operable.length
    if (measured.shown.length === measured.pairs) sum.modelsShown += count
    if (measured.operable.length === measured.pairs) sum.modelsOperable += count
    for (const name of measured.missing) missing.set(name, (missing.get(name) ?? 0) + count)
  }
  return {
    models: sum.models,
    pairs: sum.pairs,
    placed: { pairs: sum.shown / sum.pairs, models: sum.modelsShown / sum.models },
    operable: { pairs: sum.operable / sum.pairs, models: sum.modelsOperable / sum.models },
    missing,
  }
}

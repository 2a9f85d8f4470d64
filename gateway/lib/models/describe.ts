import type { ExposeRule } from '#schemas/generated/definitions/rules-exposes.ts'
import type { Value, ValueOption } from '#schemas/generated/definitions/value.ts'
import type { Property } from '#schemas/generated/entities/device.ts'
import { precisionOf, unitOf } from '../values/units.ts'
import { comparesOf, readable, writable } from '../values/value-kinds.ts'
import { type CatalogueRules, ruleOf } from './catalogue-rules.ts'

/** The live description of a property as a value; what it is worth now and where it comes from stays out. */
export function liveValue(property: Property): Value {
  const { name: _name, value: _value, at: _at, type, readonly, access, ...description } = property
  return { ...description, kind: type, access: access ?? (readonly ? ['read'] : ['read', 'write']) }
}

type Loose = Partial<Omit<Value, 'source'>>

/** Rule, live description and catalogue laid over each other (the later wins per field), with every default worked out. */
export function describe(
  rules: CatalogueRules,
  at: { service: string; property: string },
  live: Value,
  catalogue: Loose = {},
): Value {
  const rule = ruleOf(rules, at.service, at.property)
  const { source: _source, ...known } = {
    ...fromRule(rule, live),
    ...live,
    ...overRule(rule, live),
    ...catalogue,
  } as Value
  const unit = unitOf(rules.units, known.unit)
  const precision = known.precision ?? (isNumber(known) ? precisionOf(rules.units, unit) : undefined)
  const value: Value = { ...known, ...(precision !== undefined && { precision }) }
  if (value.options) value.options = once(value.options)
  if (value.fields) value.fields = inOurUnits(rules, value.fields)
  if (unit === undefined) delete value.unit
  else value.unit = unit
  return { ...value, ...uses(rules, at.property, value) }
}

/** What a form asks for is counted in the units of everything else. */
const inOurUnits = (rules: CatalogueRules, fields: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...field, ...(field.unit !== undefined && { unit: unitOf(rules.units, field.unit) }) },
    ]),
  )

/** Some devices list an option twice; it is one choice. */
const once = (options: readonly ValueOption[]): ValueOption[] => [
  ...new Map(options.map((option) => [option.value, option])).values(),
]

function fromRule(rule: ExposeRule | undefined, live: Value): Loose {
  if (!rule) return {}
  const { icon, history, unit, precision, secret, triggerable, actionable, bands, levels, gauge } = rule
  return given({
    icon,
    history,
    precision,
    secret,
    triggerable,
    actionable,
    bands,
    levels,
    gauge,
    unit: isNumber(live) ? unit : undefined,
  })
}

/** Rules know better than a live description what shows on screen and what counts as on. */
function overRule(rule: ExposeRule | undefined, live: Value): Loose {
  if (!rule) return {}
  const scale =
    rule.shownMax && live.max && live.max !== rule.shownMax && !live.scale
      ? rule.shownMax / live.max
      : undefined
  const icons = new Map(Object.entries(rule.icons ?? {}))
  const options =
    icons.size > 0
      ? live.options?.map((option) => given({ icon: icons.get(String(option.value)), ...option }))
      : undefined
  const knows = (value: unknown) => live.options?.some((option) => option.value === value)
  return given({
    scale,
    options,
    on: live.on === undefined && knows(rule.on) ? rule.on : undefined,
    off: live.off === undefined && knows(rule.off) ? rule.off : undefined,
  })
}

const isNumber = ({ kind }: Pick<Value, 'kind'>): boolean => kind === 'number' || kind === 'range'

/** The same without what is undefined, so that laying it over something takes nothing away. */
const given = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

/** What a value may be used for unless somebody said otherwise. */
function uses(
  { layout }: CatalogueRules,
  property: string,
  value: Value,
): Pick<Value, 'triggerable' | 'actionable' | 'history'> {
  const compares = comparesOf(value.kind).length > 0
  return {
    triggerable: compares && readable(value) && (value.triggerable ?? value.category !== 'config'),
    actionable: writable(value) && !layout.neverActionable.includes(property) && (value.actionable ?? true),
    history: value.secret ? 'none' : (value.history ?? historyOf(layout.stepHistory, property, value)),
  }
}

function historyOf(steps: readonly string[], property: string, value: Value): 'step' | 'area' | 'none' {
  if (!readable(value) || value.access.includes('event')) return 'none'
  if (value.kind === 'bool' || value.kind === 'option') return 'step'
  if (!isNumber(value)) return 'none'
  return steps.includes(property) ? 'step' : 'area'
}

import schema from '#schemas/entities/alarm-condition.json' with { type: 'json' }
import type { AlarmWhen } from '#schemas/generated/entities/alarm.ts'
import type { AlarmCondition } from '#schemas/generated/entities/alarm-condition.ts'

type Name = keyof AlarmCondition

/** While it is typed, any of them may be missing. */
export type Figures = { [name in Name]?: number | undefined }

/** In the order in which they are asked for. */
const NAMES = ['below', 'overFrom', 'times', 'leastS', 'forS', 'overS'] as const satisfies readonly Name[]

/** Silence is as long as its own figures say, and over with the first report. */
export const asked = ({ by, ...when }: AlarmWhen): readonly Name[] =>
  NAMES.filter((name) => when[name] !== undefined && !(by === 'silence' && /^(for|over)S$/u.test(name)))

/** What a rule says by how much, without what it is about. */
export const figuresIn = (when: AlarmWhen | AlarmCondition): Figures =>
  Object.fromEntries(NAMES.flatMap((name) => (when[name] === undefined ? [] : [[name, when[name]]])))

/** undefined: one is missing. */
export function complete(figures: Figures | undefined): AlarmCondition | undefined {
  const { forS, overS, ...rest } = figures ?? {}
  if (forS === undefined || overS === undefined) return undefined
  return { forS, overS, ...figuresIn(rest as AlarmCondition) }
}

export type Wrong = { why: 'whole' | 'between'; least: number; most: number } | { why: 'beneath' }

/** What the server would refuse, by figure: its bounds are those of the schema. */
export function wrongIn(figures: Figures | undefined): Readonly<Partial<Record<Name, Wrong>>> {
  if (!figures) return {}
  const wrongOf = (name: Name): Wrong | undefined => {
    const value = figures[name]
    const { type, minimum: least, maximum: most } = schema.properties[name]
    if (value === undefined || value < least || value > most) return { why: 'between', least, most }
    if (type === 'integer' && !Number.isInteger(value)) return { why: 'whole', least, most }
    if (name === 'overFrom' && figures.below !== undefined && value < figures.below) return { why: 'beneath' }
    return undefined
  }
  return Object.fromEntries(
    NAMES.filter((name) => name in figures).flatMap((name) => {
      const wrong = wrongOf(name)
      return wrong ? [[name, wrong]] : []
    }),
  )
}

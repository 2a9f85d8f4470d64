export type Labels = Readonly<Record<string, string>>

type Kind = 'counter' | 'gauge' | 'histogram'

interface Series {
  kind: Kind
  values: Map<string, number>
}

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10]
/** A name that grew more series than this counts the rest as one: labels from outside must not eat the memory. */
const MAX_SERIES = 500

/** A small registry in the text format of Prometheus. Names get the prefix `gatehouse_`, counters the ending `_total`. */
export class Metrics {
  readonly #series = new Map<string, Series>()
  readonly #probes = new Map<string, () => number>()

  count(name: string, labels: Labels = {}, by = 1): void {
    this.#add('counter', `${name}_total`, labels, by)
  }

  /** A value that is looked up when somebody asks. */
  gauge(name: string, look: () => number): void {
    this.#probes.set(`gatehouse_${name}`, look)
  }

  /** One duration in seconds. */
  observe(name: string, seconds: number, labels: Labels = {}): void {
    for (const le of BUCKETS)
      this.#add('histogram', `${name}_seconds_bucket`, { ...labels, le: String(le) }, seconds <= le ? 1 : 0)
    this.#add('histogram', `${name}_seconds_bucket`, { ...labels, le: '+Inf' }, 1)
    this.#add('histogram', `${name}_seconds_sum`, labels, seconds)
    this.#add('histogram', `${name}_seconds_count`, labels, 1)
  }

  text(): string {
    const lines: string[] = []
    const typed = new Set<string>()
    for (const [name, { kind, values }] of this.#series) {
      const family = kind === 'histogram' ? name.replace(/_(bucket|sum|count)$/, '') : name
      if (!typed.has(family)) lines.push(`# TYPE ${family} ${kind}`)
      typed.add(family)
      for (const [labels, value] of values) lines.push(`${name}${labels} ${value}`)
    }
    for (const [name, look] of this.#probes) lines.push(`# TYPE ${name} gauge`, `${name} ${look()}`)
    return `${lines.join('\n')}\n`
  }

  #add(kind: Kind, name: string, labels: Labels, by: number): void {
    const full = `gatehouse_${name}`
    let series = this.#series.get(full)
    if (!series) {
      series = { kind, values: new Map() }
      this.#series.set(full, series)
    }
    let key = written(labels)
    if (!series.values.has(key) && series.values.size >= MAX_SERIES) key = '{series="more"}'
    series.values.set(key, (series.values.get(key) ?? 0) + by)
  }
}

function written(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return parts.length > 0 ? `{${parts.join(',')}}` : ''
}

const escaped = (value: string): string =>
  value.slice(0, 128).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

/** One measured figure with its target. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** The figure is good when it is not above (or, for rates, not below) this. */
  target?: number
  atLeast?: boolean
}

const good = ({ value, target, atLeast }: Figure): boolean =>
  target === undefined || (atLeast ? value >= target : value <= target)

/** The p-th percentile, 0 to 1, of unsorted values. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

const round = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2))

/** A Markdown table, as it stands in bench/RESULTS.md. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const target =
      figure.target === undefined
        ? ''
        : `${figure.atLeast ? '≥' : '≤'} ${round(figure.target)} ${figure.unit}`
    return `| ${figure.name} | ${round(figure.value)} ${figure.unit} | ${target} | ${figure.target === undefined ? '' : good(figure) ? 'yes' : '**no**'} |`
  })
  return ['| figure | measured | target | within |', '|---|---|---|---|', ...rows].join('\n')
}

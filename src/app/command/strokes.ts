/** A key as it is pressed: `k`, `?`, `Mod+k`. Shift and Alt only make the key what it is. */
export const strokeOf = ({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): string =>
  `${ctrlKey || metaKey ? 'Mod+' : ''}${key.length === 1 ? key.toLowerCase() : key}`

/** Single keys without Ctrl: those that a person may want to switch off (WCAG 2.2, 2.1.4). */
export const isPlain = (keys: string): boolean => !keys.startsWith('Mod+')

/** Follows keys that are pressed one after the other; answers the sequence that has become complete. */
export class Sequence {
  readonly #patience: number
  #begun: { stroke: string; at: number } | undefined

  /** @param patience ms between the keys of a sequence */
  constructor(patience: number) {
    this.#patience = patience
  }

  press(stroke: string, at: number, known: ReadonlySet<string>): string | undefined {
    const begun = this.#begun
    this.#begun = undefined
    const both = begun && at - begun.at <= this.#patience ? `${begun.stroke} ${stroke}` : undefined
    if (both !== undefined && known.has(both)) return both
    if (known.has(stroke)) return stroke
    if ([...known].some((keys) => keys.startsWith(`${stroke} `))) this.#begun = { stroke, at }
    return undefined
  }
}

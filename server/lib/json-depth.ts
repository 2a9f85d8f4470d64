/**
 * Where a text of JSON goes deeper than so many brackets, if it does; before it is parsed, as whatever looks into it goes
 * as deep.
 */
export function deeperThan(json: string, most: number): number | undefined {
  let depth = 0
  let inString = false
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at)
    if (inString) {
      if (char === 0x5c) at++
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > most) return at
    } else if (char === 0x5d || char === 0x7d) depth--
  }
  return undefined
}

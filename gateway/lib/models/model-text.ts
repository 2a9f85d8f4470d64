/** A list of plain values over several lines, as JSON.stringify writes it. No text within can span lines. */
const SPREAD = /\[\n\s+((?:"(?:[^"\\]|\\.)*"|[\w.+-]+)(?:,\n\s+(?:"(?:[^"\\]|\\.)*"|[\w.+-]+))*)\n\s+\]/g

/** Longer than this a line is not read at once. */
const LONGEST = 80

/** A file of the catalogue as people write it: a place or a few ways of access stand in one line. */
export const fileText = (value: object): string =>
  `${JSON.stringify(value, null, 2).replaceAll(SPREAD, (list, inside: string) => {
    const line = `[${inside.replaceAll(/\n\s+/g, ' ')}]`
    return line.length > LONGEST ? list : line
  })}\n`

import { type CsvLine, csvLines } from '#gateway/lib/files/csv.ts'
import { cleanName } from '#gateway/lib/names/clean-name.ts'

/** What stands on a gateway that was built. */
export interface Label {
  serialNumber: string
  secureId: string
  model: string
  name: string
  /** Where keys are asked for: told once, when it was registered. */
  licenceKey?: string
}

/** Why a line cannot be registered. */
export type LineFault = 'quote' | 'columns' | 'serialNumber' | 'model' | 'secureId' | 'name' | 'twice'

export interface Line extends Label {
  /** As a person counts the lines of the file. */
  line: number
  fault?: LineFault
}

export type FileFault = 'notCsv' | 'tooLarge' | 'tooMany' | 'empty'

export interface Bounds {
  /** Bytes. */
  largest: number
  mostRows: number
}

const LEAST_COLUMNS = 2
const MOST_COLUMNS = 4
const LONGEST_NAME = 128

const SHAPES = {
  serialNumber: /^[A-Za-z0-9_-]{1,64}$/,
  model: /^[A-Za-z0-9_-]{1,32}$/,
  secureId: /^[A-Za-z0-9_-]{4,64}$/,
} as const

/** Letters and digits that nobody mistakes for each other. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const GROUPS = 4
const GROUP_LENGTH = 4

/** 80 bits in groups that can be typed off: each character is five of them. */
export function newSecureId(
  random: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => void crypto.getRandomValues(bytes),
): string {
  const bytes = new Uint8Array(GROUPS * GROUP_LENGTH)
  random(bytes)
  const letters = Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length))
  return Array.from({ length: GROUPS }, (_none, group) =>
    letters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-')
}

/** Which part of a gateway is wrong, before anybody is asked. */
export function faultOf({ serialNumber, model, secureId, name }: Label): LineFault | undefined {
  if (!SHAPES.serialNumber.test(serialNumber)) return 'serialNumber'
  if (!SHAPES.model.test(model)) return 'model'
  if (!SHAPES.secureId.test(secureId)) return 'secureId'
  return name.length > LONGEST_NAME ? 'name' : undefined
}

/** Whether a file may be one, before it is read. */
export function fileFault(
  { name, size }: { name: string; size: number },
  { largest }: Bounds,
): FileFault | undefined {
  if (!name.toLowerCase().endsWith('.csv')) return 'notCsv'
  return size > largest ? 'tooLarge' : undefined
}

/** What people call the columns, in either language, without spaces, hyphens and case. */
const HEADS = /^(serial(number|no|nr)?|seriennummer|sn|modell?|secure(id)?|sicherheitsid|name|bezeichnung|)$/

const isHeading = (cells: readonly string[]): boolean =>
  cells.every((cell) => HEADS.test(cell.toLowerCase().replaceAll(/[\s_.-]/g, ''))) &&
  cells.some((cell) => cell !== '')

/** Lines of serial number, model, secure id and name; the last two may be missing, and a secure id is then made. */
export function readRegistrations(
  text: string,
  { mostRows }: Bounds,
  secureId: () => string = newSecureId,
): { fault: FileFault } | { lines: readonly Line[] } {
  const filled = csvLines(text)
  if (!filled) return { fault: 'notCsv' }
  const rows = filled[0] && isHeading(filled[0].cells) ? filled.slice(1) : filled
  if (rows.length === 0) return { fault: 'empty' }
  if (rows.length > mostRows) return { fault: 'tooMany' }
  const seen = new Set<string>()
  return { lines: rows.map((row) => lineOf(row, seen, secureId)) }
}

function lineOf({ cells, line, quote }: CsvLine, seen: Set<string>, secureId: () => string): Line {
  const [serialNumber = '', model = '', given = '', name = ''] = cells
  const label = {
    serialNumber: serialNumber.toUpperCase(),
    model: model.toUpperCase(),
    secureId: given === '' ? secureId() : given,
    name: cleanName(name),
  }
  const wrongShape = cells.length < LEAST_COLUMNS || cells.length > MOST_COLUMNS
  const fault = quote
    ? 'quote'
    : wrongShape
      ? 'columns'
      : (faultOf(label) ?? (seen.has(label.serialNumber) ? 'twice' : undefined))
  seen.add(label.serialNumber)
  return { line, ...label, ...(fault && { fault }) }
}

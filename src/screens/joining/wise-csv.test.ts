import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import flags from '#catalogue/flags.json' with { type: 'json' }
import { type CsvRules, fileFault, readWiseCsv, sentRow } from './wise-csv.ts'

const rules: CsvRules = {
  largest: 524_288,
  mostRows: 500,
  pattern: flags.flags.WISE_DEVICE_ID_REGEX.value,
  longest: flags.flags.WISE_DEVICE_ID_MAX_LENGTH.value,
  types: new Set(['VLV100', 'PLG100']),
  known: new Set(['00000000000F']),
}
const rowsOf = (text: string, own: Partial<CsvRules> = {}) => {
  const read = readWiseCsv(text, { ...rules, ...own })
  return 'rows' in read ? read.rows : read.fault
}

describe('V-07 the CSV file of WISE devices', () => {
  // 2.5-012 2.5-013 2.5-014 2.8-011 3.5-077
  test.each([
    ['devices.csv', 524_288, undefined],
    ['DEVICES.CSV', 10, undefined],
    ['devices.csv', 524_289, 'CSV_TOO_LARGE'],
    ['devices.txt', 10, 'CSV_NOT_VALID'],
    ['devices.csv.exe', 10, 'CSV_NOT_VALID'],
  ])('%s of %d bytes: %s', (name, size, fault) => {
    expect(fileFault({ name, size }, rules)).toBe(fault)
  })

  // 2.5-010 2.5-011 2.3-173 3.5-076
  test('lines of deviceId, deviceName, deviceType with commas; headings, a byte order mark and line ends of any kind do not matter', () => {
    const text =
      '\uFEFFdeviceId,deviceName,deviceType\r\n0123456789AB,"Ventil, Nord",VLV100\r\n\r\n0123456789ABCDEF,Süd,PLG100\r\n'
    expect(rowsOf(text)).toEqual([
      { line: 2, deviceId: '0123456789AB', deviceName: 'Ventil, Nord', deviceType: 'VLV100' },
      { line: 4, deviceId: '0123456789ABCDEF', deviceName: 'Süd', deviceType: 'PLG100' },
    ])
  })

  test.each([
    ['0123456789AB;Nord;VLV100\n0123456789AC,Süd,VLV100', 'columns'],
    ['0123456789AB,Nord,VLV100,mehr\n0123456789AC,Süd,VLV100', 'columns'],
    ['0123456789A,Nord,VLV100', 'id'],
    ['0123456789ABC,Nord,VLV100', 'id'],
    ['0123456789AG,Nord,VLV100', 'id'],
    ['00000000000f,Nord,VLV100', 'known'],
    ['0123456789AB,,VLV100', 'name'],
    ['0123456789AB,D#E#L#A#Y,VLV100', 'name'],
    ['0123456789AB,Nord,NOPE', 'type'],
  ])('the line %j is wrong: %s', (text, fault) => {
    expect(rowsOf(text)).toMatchObject([{ fault }, ...(text.includes('\n') ? [{}] : [])])
  })

  test('a device stands in the file once, however it is written', () => {
    expect(rowsOf('0123456789ab,A,VLV100\n0123456789AB,B,VLV100')).toMatchObject([{}, { fault: 'twice' }])
  })

  // 2.8-012
  test.each([
    '',
    '\n \n',
    'deviceId,deviceName,deviceType\n',
    'a;b;c',
    'only one column',
    '"0123456789AB,Nord,VLV100',
  ])('%j is empty or not formatted correctly', (text) => {
    expect(rowsOf(text)).toBe('CSV_EMPTY_OR_NOT_FORMATTED_CORRECTLY')
  })

  test('a file with NUL in it is none, and one with too many lines is refused', () => {
    expect(rowsOf('0123456789AB,No\0rd,VLV100')).toBe('CSV_NOT_VALID')
    const many = Array.from({ length: 501 }, (_none, at) => `${at.toString(16).padStart(12, '1')},N,VLV100`)
    expect(rowsOf(many.join('\n'))).toBe('CSV_TOO_MANY')
    expect(rowsOf(many.slice(1).join('\n'))).toHaveLength(500)
  })

  // 2.5-003 2.5-004
  test('pattern and longest id are those of the deployment', () => {
    const own = { pattern: '^[A-Z]+$', longest: 3 }
    expect(rowsOf('ABC,Nord,VLV100\nABCD,Süd,VLV100', own)).toMatchObject([{ line: 1 }, { fault: 'id' }])
  })

  test('whatever rows are written are read again', () => {
    const hex = fc.stringMatching(/^[0-9A-F]{12}$/)
    const name = fc.stringMatching(/^[A-Za-zäöü",'; \n-]{0,20}[a-z]$/).map((text) => text.trim())
    const row = fc.record({
      deviceId: hex,
      deviceName: name,
      deviceType: fc.constantFrom('VLV100', 'PLG100'),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(row, { minLength: 1, maxLength: 20, selector: ({ deviceId }) => deviceId }),
        (rows) => {
          const text = Papa.unparse(rows.map((one) => [one.deviceId, one.deviceName, one.deviceType]))
          const read = readWiseCsv(text, { ...rules, known: new Set() })
          // A line break within a name is taken out of it, as out of every name.
          const wanted = rows.map((one) => ({ ...one, deviceName: one.deviceName.replaceAll('\n', '') }))
          expect('rows' in read && read.rows.map(sentRow)).toEqual(wanted)
        },
      ),
    )
  })

  test('no text stops it', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('"', ',', '\n', '\r', '\0', '\uFEFF', '0', 'a', 'é', ' '),
          maxLength: 400,
        }),
        (text) => {
          expect(typeof readWiseCsv(text, rules)).toBe('object')
        },
      ),
    )
  })
})

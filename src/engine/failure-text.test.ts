import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { RequestError } from '#data/request-error.ts'
import { changeLanguage, loadAllTexts } from '#i18n/i18n.ts'
import { text } from '#i18n/useText.ts'
import { sentOf } from './actions/sent.ts'
import { failureText, isServerSilent } from './failure-text.ts'

beforeAll(async () => {
  await loadAllTexts()
  await changeLanguage('ch_EN')
})

const general = 'Try again in a moment. Everything else keeps working.'

describe('why something did not work', () => {
  test.each([
    ['by the code of the server', { code: 'NOT_FOUND', message: 'x' }, 'This does not exist (any more).'],
    ['by the number of a gateway', { code: '409', message: 'x' }, 'This is in use already.'],
    [
      'by a code in place of a sentence',
      { code: '1', message: 'NOT_FOUND' },
      'This does not exist (any more).',
    ],
    [
      'as it was answered, where nobody has words',
      { code: 'x', message: 'The lamp is off.' },
      'The lamp is off.',
    ],
    ['in general, where nothing was answered', { code: 'x', message: '' }, general],
    ['in general of a fault of ours', new TypeError('x is undefined'), general],
    ['in general of what is no failure at all', undefined, general],
    ['in general where the code is no text', { code: 7, message: 'Of a stack' }, general],
  ])('is said %s', (_how, failure, said) => {
    expect(failureText(failure, text)).toBe(said)
  })

  test('is said in the words of its own place first, by code or by flag', () => {
    const own = (told: string): string => `objects.refused.${told}`
    expect(failureText({ code: '500', message: 'roomNameExists' }, text, own)).toBe(
      text.say('objects.refused.roomNameExists'),
    )
    expect(failureText({ code: '409', message: '' }, text, (told) => `handling.group.refused.${told}`)).toBe(
      'This name is taken already.',
    )
  })

  test('is the same whether it was loaded, ordered or filled in', () => {
    const refused = { code: 'OFFLINE', message: '' }
    const loaded = new RequestError(0, [{ errorCode: 'OFFLINE', message: '' }])
    expect(failureText(loaded, text)).toBe(failureText(refused, text))
    expect(sentOf({ result: { ok: false, ...refused }, outcome: undefined }, text)).toEqual({
      stays: true,
      failure: failureText(refused, text),
    })
  })

  test.each([
    ['was called off', undefined],
    [
      'was told by the error path',
      { result: { ok: false, code: 'X', message: '', reported: true }, outcome: undefined },
    ],
    ['is told by the action', { result: { ok: false, code: 'X', message: '' }, outcome: { toast: 'gone' } }],
  ] as const)('a form keeps what was entered when its call %s', (_why, done) => {
    expect(sentOf(done, text)).toEqual({ stays: true })
  })

  test('stands at each field with its own reason; what counts the tries stands at the one that the answer is about', () => {
    const result = {
      ok: false,
      code: 'WRONG_PIN',
      message: '',
      remaining: 2,
      fields: [
        { field: 'pin', code: 'WRONG_PIN', message: '' },
        { field: 'name', code: 'VALIDATION', message: '' },
      ],
    } as const
    expect(sentOf({ result, outcome: undefined }, text)).toEqual({
      stays: true,
      fields: {
        pin: `${text.say('codes.WRONG_PIN')} 2 tries are left.`,
        name: 'This value is not allowed.',
      },
    })
  })
})

test('where nobody heard of the server, it is the server that does not answer', () => {
  for (const code of ['OFFLINE', 'CONNECTION_LOST', 'REQUEST_TIMED_OUT'])
    expect([isServerSilent({ code }), failureText({ code }, text)]).toEqual([
      true,
      expect.stringMatching(/server/),
    ])
  expect([isServerSilent({ code: 'TIMEOUT' }), failureText({ code: 'TIMEOUT' }, text)]).toEqual([
    false,
    expect.stringMatching(/gateway/),
  ])
})

test('code says of the server that it does not answer only where it has asked, or knows it by the link or the status', () => {
  const root = join(import.meta.dirname, '../..')
  const keysIn = (value: unknown, key: string): string[] =>
    typeof value === 'string'
      ? /^(?:There is no connection to the server|(?:The gateway or )?the server (?:cannot be reached|did not answer|does not answer))/i.test(
          value,
        )
        ? [key]
        : []
      : Object.entries(Object(value) as object).flatMap(([name, one]) => keysIn(one, `${key}.${name}`))
  const keys = globSync('locales/ch_EN/*.json', { cwd: root }).flatMap((file) =>
    keysIn(JSON.parse(readFileSync(join(root, file), 'utf8')), file.replace(/^.*\/|\.json$/g, '')),
  )
  expect(keys).toContain('codes.OFFLINE')
  const said = globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] })
    .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }))
    .filter(({ code }) => keys.some((key) => code.includes(`'${key}'`)))
  expect(said.length).toBeGreaterThan(0)
  const asks = /isServerSilent\(|useLink\(|isLost\(|!answer\.status/
  expect(said.filter(({ code }) => !asks.test(code)).map(({ file }) => file)).toEqual([])
})

test('code says of a gateway that it cannot be reached only where it has asked whether the server is silent', () => {
  const root = join(import.meta.dirname, '../..')
  const keysIn = (value: unknown, key: string): string[] =>
    typeof value === 'string'
      ? /^The gateway (?:cannot be reached|did not answer)/.test(value)
        ? [key]
        : []
      : Object.entries(Object(value) as object).flatMap(([name, one]) => keysIn(one, `${key}.${name}`))
  // Of the page that a gateway serves, the gateway is the server.
  const keys = globSync('locales/ch_EN/*.json', { cwd: root, exclude: ['locales/ch_EN/local.json'] }).flatMap(
    (file) => keysIn(JSON.parse(readFileSync(join(root, file), 'utf8')), file.replace(/^.*\/|\.json$/g, '')),
  )
  expect(keys).toContain('codes.TIMEOUT')
  const said = globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] })
    .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }))
    .filter(({ code }) => keys.some((key) => code.includes(`'${key}'`)))
  expect(said.filter(({ code }) => !code.includes('isServerSilent(')).map(({ file }) => file)).toEqual([])
})

import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { redirectVectors } from '../../tests/support/redirect-vectors.ts'
import { readClients, redirectFault, secretFits } from './clients.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const good = { clientId: 'voice', name: 'Voice', redirectUris: ['https://voice.example/link'] }

function read(clients: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-clients-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'settings.json')
  writeFileSync(file, JSON.stringify({ clients }))
  return readClients(file)
}

describe('A-10 addresses that a program may register', () => {
  test.each([
    'https://voice.example/link',
    'https://voice.example:8443/link?region=eu',
    'http://127.0.0.1:7777/done',
    'http://[::1]:7777/done',
    'http://localhost/done',
    'example.pocket.remote:/done',
  ])('A-10 %s', (uri) => {
    expect(redirectFault(uri)).toBeUndefined()
  })

  /** Plain addresses of other hosts are registrable, if a deployment wants them. */
  const plain = redirectVectors.filter(
    (one) => !/^https:\/\/(?:[a-z.]+|\[[\w:]+\])(?::8443)?[/?]?[\w./:?]*$/.test(one),
  )
  test.each([
    ...plain,
    'https://voice.example/*',
    'https://*.example/link',
    'https://voice.example/link#part',
    'http://voice.example/link',
    'https://VOICE.example/link',
    'https://voice.example/a/../link',
    'ftp://voice.example/link',
    'pocket:/done',
    'voice.example/link',
  ])('A-10 not %j', (uri) => {
    expect(redirectFault(uri)).toBeTypeOf('string')
  })
})

describe('programs in the settings file', () => {
  test('A-09 without a file, or without an entry, there are none', () => {
    expect(readClients(undefined).size).toBe(0)
    expect(read(undefined).size).toBe(0)
  })

  test('are known by their id', () => {
    expect(read([good]).get('voice')).toEqual({ ...good, scopes: ['gateway'] })
  })

  test.each([
    ['no list', {}, /must be a list/],
    ['an id with spaces', [{ ...good, clientId: 'a b' }], /clients\[0\]: clientId/],
    ['an id twice', [good, good], /clients\[1\]: voice stands there twice/],
    ['a name of control characters', [{ ...good, name: 'a\u202eb' }], /name/],
    ['no address', [{ ...good, redirectUris: [] }], /redirectUris/],
    [
      'an address that is none',
      [{ ...good, redirectUris: ['javascript:alert(1)'] }],
      /redirectUris: javascript/,
    ],
    ['more rights than there are', [{ ...good, scopes: ['admin'] }], /scopes/],
    ['a secret as it is', [{ ...good, secret: 'x' }], /secret is not one of/],
    ['a hash of another kind', [{ ...good, secretSha256: 'abc' }], /secretSha256/],
    ['the secret of an example', [{ ...good, secretSha256: sha256('changeme') }], /of an example/],
  ])('A-09 %s ends the start with the entry in the message', (_what, clients, message) => {
    expect(() => read(clients)).toThrow(message)
  })

  test('A-10 a secret is compared by its hash; a program without one may not send one', () => {
    const [kept] = [...read([{ ...good, secretSha256: sha256('open-sesame-1') }]).values()]
    const [open] = [...read([good]).values()]
    if (!kept || !open) throw new Error('unread')
    expect(
      ['open-sesame-1', 'open-sesame-2', '', undefined].map((secret) => secretFits(kept, secret)),
    ).toEqual([true, false, false, false])
    expect([undefined, '', 'any'].map((secret) => secretFits(open, secret))).toEqual([true, false, false])
  })
})

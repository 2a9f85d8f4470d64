import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { projectCopy, put, root } from '../kit.ts'
import { checkedProject, file, model } from './kit.ts'

const { saidOf } = checkedProject()

describe('the command line', () => {
  const run = promisify(execFile)
  const check = (folder: string) =>
    run(process.execPath, [join(root, 'scripts/catalogue-check.ts'), folder], { cwd: root })

  test('ends well when the catalogue is in order', async () => {
    await expect(check(root)).resolves.toMatchObject({ stdout: expect.stringContaining('in order') })
  })

  test('ends with a fault, and prints each on a line of its own', async () => {
    const folder = projectCopy()
    put(folder, 'catalogue/devices/test/X1.json', model({ icon: '  "icn": "dimmer",', name: '  "name": 7,' }))
    const failed = await check(folder).catch((error: { code: number; stderr: string }) => error)
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringMatching(/^2 faults \(/) })
    expect(failed.stderr.trim().split('\n')).toEqual([
      `${file}:5:11 "name" must be a text, not 7`,
      `${file}:6:3 Unknown field "icn" (did you mean "icon"?)`,
    ])
  })

  test('counts as people do', async () => {
    const folder = projectCopy()
    put(folder, 'catalogue/devices/test/X1.json', model({ name: '  "name": 7,' }))
    await expect(check(folder)).rejects.toMatchObject({ stdout: expect.stringMatching(/^1 fault \(/) })
  })
})

describe('the setup page of gateways is a program of its own', () => {
  const local = (said: readonly string[]): string[] =>
    said.filter((line) => line.startsWith('catalogue/local/'))
  const screen = (changes: object) => ({
    id: 'extra',
    route: '/extra',
    kind: 'form',
    form: 'wifi',
    submit: { operation: 'setWifiNetwork' },
    ...changes,
  })

  test.each([
    ['names what it has', {}, []],
    ['has no forms of the house', { form: 'gatewayName' }, ['There is no form "gatewayName"']],
    [
      'has no calls of the server',
      { submit: { operation: 'renameGateway' } },
      ['There is no operation "renameGateway"'],
    ],
    [
      'has no screens of the house',
      { submit: { goto: 'gate_select' } },
      ['There is no screen "gate_select"'],
    ],
    ['has each route once', { route: '/wifi' }, ['is already in catalogue/local/screens/']],
  ])('it %s', (_what, changes, expected) => {
    const said = local(saidOf('local/screens/extra.json', screen(changes)))
    expect(said).toHaveLength(expected.length)
    for (const [at, text] of expected.entries()) expect(said[at]).toContain(text)
  })

  test('the house has none of its calls', () => {
    const said = saidOf('screens/account/extra.json', screen({ form: 'login' }))
    expect(said.join('\n')).toContain('There is no operation "setWifiNetwork"')
  })

  test('a field can only be needless by another field of its schema', () => {
    const said = saidOf('local/forms/extra.json', {
      schema: 'entities/wifi-choice.json',
      groups: [['ssid', 'password']],
      fields: { password: { unless: { field: 'encyption', is: ['none'] } } },
    })
    expect(local(said)).toEqual([expect.stringContaining('The schema has no field "encyption"')])
  })
})

describe('spec 1 §6 the list of permissions', () => {
  const list = (permission: object, granted: readonly string[] = ['one']) => ({
    everybody: { commands: [], operations: [] },
    permissions: { one: { commands: [], operations: [], ...permission } },
    subroles: { viewer: granted },
  })
  // 1.6-003
  test.each<[string, object, string]>([
    ['an operation', list({ operations: ['renameGatewai'] }), 'There is no operation "renameGatewai"'],
    ['a command', list({ commands: ['set_name'] }), 'There is no command "set_name"'],
    ['a permission', list({}, ['two']), 'There is no permission "two"'],
  ])('names %s that is not there', (_what, content, message) => {
    // Conditions elsewhere name sub-roles that this list lacks.
    const said = saidOf('permissions.json', content).filter((line) => line.includes('/permissions.json:'))
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(message)
  })
})

import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import { spelled } from '#server/catalogue/check/spelled.ts'
import { projectPlaces } from '#server/catalogue/definitions/places.ts'
import { checkCatalogue } from '../../scripts/catalogue/check/check.ts'
import { deviceWith, modelFiles, projectCopy, put, readJson, root } from './kit.ts'

const run = promisify(execFile)
const session = join(root, 'tests/fixtures/zigbee2mqtt/bridge-devices.json')

async function newDevice(
  folder: string,
  ...options: readonly string[]
): Promise<{ file: string; model: DeviceModel; faults: string[] }> {
  const { stdout } = await run(
    process.execPath,
    [join(root, 'scripts/new-device.ts'), '--root', folder, ...options],
    { cwd: root },
  )
  const file = stdout.trim()
  return {
    file,
    model: JSON.parse(readFileSync(file, 'utf8')) as DeviceModel,
    faults: checkCatalogue(projectPlaces(folder)).map(spelled),
  }
}

test('a device that nobody knows gets a file that passes the check', async () => {
  const folder = projectCopy()
  const { file, model, faults } = await newDevice(folder, '--from', session, '--ieee', '0x00aabbcc00000007')
  expect(file).toBe(join(folder, 'catalogue/devices/acme/ACME-XYZ-1.json'))
  expect(faults).toEqual([])
  expect(model).toMatchObject({
    model: 'ACME-XYZ-1',
    type: 'Light',
    match: [{ ecosystem: 'zigbee2mqtt', vendor: 'ACME', model: 'ACME-XYZ-1' }],
  })
})

test('a device can be found by the model of its definition too, and its words are kept until somebody writes some', async () => {
  const folder = projectCopy()
  const known = modelFiles.find((file) => file.endsWith('014G2461.json'))
  rmSync(join(folder, 'catalogue', String(known)))
  for (const language of ['ch_DE', 'ch_EN']) {
    const words = readJson(`locales/${language}/properties.json`) as Record<string, Record<string, string>>
    for (const service of Object.values(words)) delete service.heat_available
    put(folder, `locales/${language}/properties.json`, words)
  }
  const { model, faults } = await newDevice(folder, '--from', session, '--model', '014G2461')
  expect(faults).toEqual([])
  expect(model.services?.ConfigurationService?.properties.heat_available).toMatchObject({
    label: 'Heat available',
  })
})

test('a device as a gateway tells of it gets a file too', async () => {
  const folder = projectCopy()
  const device = deviceWith(
    {
      'TemperatureService/temperature': { unit: '°C' },
      'OddService/zorp': { type: 'bool', readonly: false },
    },
    'ODD 1/b',
  )
  put(folder, 'device.json', { ...device, device_manufacturer: 'Odd & Sons' })
  const { file, model, faults } = await newDevice(folder, '--from', join(folder, 'device.json'))
  expect(file).toBe(join(folder, 'catalogue/devices/odd-sons/ODD-1-b.json'))
  expect(faults).toEqual([])
  expect(model).toMatchObject({ model: 'ODD 1/b', match: [{ ecosystem: 'native', class: 'ODD 1/b' }] })
})

test('a model that the catalogue has is not written over', async () => {
  const folder = projectCopy()
  const failed = await newDevice(folder, '--from', session, '--model', 'SP600').catch(
    (error: { stderr: string }) => error,
  )
  expect(failed).toMatchObject({ stderr: expect.stringContaining('has the model "SP600" already') })
})

test.each<[string, string | undefined, RegExp]>([
  ['a file that is not there', undefined, /^There is no file \S+told\.json\.\s*$/],
  [
    'a file that breaks off',
    '{ "definition": ',
    /^\S+told\.json:1:17 A value is expected here\. .*bridge\/devices/,
  ],
  ['a list without devices', '[]', /^0 of 0 devices fit/],
])('%s is refused in a sentence, without a trace of the program', async (_what, content, said) => {
  const folder = projectCopy()
  if (content !== undefined) put(folder, 'told.json', content)
  const refused = await newDevice(folder, '--from', join(folder, 'told.json')).catch(
    (error: { stderr: string; code: number }) => error,
  )
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(said) })
  expect((refused as { stderr: string }).stderr.trim().split('\n')).toHaveLength(1)
})

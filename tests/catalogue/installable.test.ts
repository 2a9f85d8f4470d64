import { describe, expect, test } from 'vitest'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { installable, installableOn } from '#server/homes/installable.ts'

const model = (facts: Partial<DeviceModel> = {}): DeviceModel => ({
  schemaVersion: 1,
  model: 'LAMP-1',
  type: 'Light',
  match: [{ ecosystem: 'native', class: 'LAMP-1' }],
  services: {},
  ...facts,
})
const offered = (facts: Partial<DeviceModel>, kind = 'zwave') =>
  installable([model(facts)], kind).map(({ model: name }) => name)

describe('models that the add device wizard offers', () => {
  test('each in the kinds of its ecosystem and type', () => {
    expect(offered({})).toEqual(['LAMP-1'])
    expect(offered({}, 'zigbee')).toEqual([])
    expect(offered({ match: [{ ecosystem: 'zigbee2mqtt', vendor: 'A', model: 'B' }] }, 'zigbee')).toEqual([
      'LAMP-1',
    ])
    expect(offered({ type: 'Camera' })).toEqual([])
    expect(offered({ type: 'Camera' }, 'media')).toEqual(['LAMP-1'])
    expect(offered({}, 'invented')).toEqual([])
  })

  test('hideInInstallationWizard takes a model out of all, and so does being a template', () => {
    expect(offered({ hideInInstallationWizard: true })).toEqual([])
    expect(offered({ abstract: true })).toEqual([])
    expect(installableOn([model({ hideInInstallationWizard: true })], 'zwave')).toEqual([])
  })

  test('the catalogue has models for every kind, and hides the virtual gateway', async () => {
    const models = (await openCatalogue('catalogue')).models()
    for (const kind of ['zigbee', 'zwave', 'wise', 'ip', 'media', 'remote'])
      expect(installable(models, kind).length).toBeGreaterThan(0)
    for (const network of ['zigbee', 'zwave', 'wise', 'ip'] as const)
      expect(installableOn(models, network).map(({ model: name }) => name)).not.toContain('VGW100')
  })
})

/** The seven devices in radio range: what each of them is and holds, as the attributes of its clusters. */

export interface Endpoint {
  device: number
  outputs?: readonly string[]
  attributes: Record<string, Record<string, unknown>>
}

export interface RadioNode {
  name: string
  ieee: string
  address: number
  role: 'router' | 'endDevice'
  manufacturerCode: number
  lqi: number
  /** Address of the router that it hangs on; the coordinator without. */
  parent?: number
  endpoints: Readonly<Record<number, Endpoint>>
  /** Firmware that can be updated over the air. */
  ota?: { imageType: number; fileVersion: number }
}

const mains = 1
const battery = 3

const basic = (manufacturerName: string, modelId: string, powerSource: number) => ({
  zclVersion: 3,
  appVersion: 1,
  stackVersion: 2,
  hwVersion: 1,
  manufacturerName,
  modelId,
  dateCode: '20230101',
  powerSource,
  swBuildId: '1.2.3',
})

export const nodes: readonly RadioNode[] = [
  {
    name: 'hue',
    ieee: '0x0017880100000001',
    address: 1001,
    role: 'router',
    manufacturerCode: 0x100b,
    lqi: 190,
    ota: { imageType: 0x0104, fileVersion: 0x0100 },
    endpoints: {
      11: {
        device: 0x010d,
        outputs: ['genOta'],
        attributes: {
          genBasic: basic('Philips', 'LCT015', mains),
          genIdentify: { identifyTime: 0 },
          genGroups: {},
          genScenes: {},
          genOnOff: { onOff: 1, startUpOnOff: 255 },
          genLevelCtrl: { currentLevel: 200 },
          lightingColorCtrl: {
            colorCapabilities: 31,
            colorMode: 2,
            currentX: 30000,
            currentY: 26000,
            colorTemperature: 370,
            colorTempPhysicalMin: 153,
            colorTempPhysicalMax: 500,
            startUpColorTemperature: 370,
            currentHue: 10,
            currentSaturation: 100,
            enhancedCurrentHue: 2000,
          },
        },
      },
    },
  },
  {
    name: 'plug',
    ieee: '0x0017880100000002',
    address: 1002,
    role: 'router',
    manufacturerCode: 0x1160,
    lqi: 120,
    endpoints: {
      1: {
        device: 0x0051,
        outputs: ['genOta', 'genOnOff'],
        attributes: {
          genBasic: basic('SALUS', 'SP600', mains),
          genIdentify: { identifyTime: 0 },
          genGroups: {},
          genScenes: {},
          genOnOff: { onOff: 0 },
          seMetering: { multiplier: 1, divisor: 1000, instantaneousDemand: 12, currentSummDelivered: 123456 },
        },
      },
    },
  },
  {
    name: 'blind',
    ieee: '0x0017880100000003',
    address: 1003,
    role: 'endDevice',
    parent: 1002,
    manufacturerCode: 0x117c,
    lqi: 90,
    endpoints: {
      1: {
        device: 0x0202,
        outputs: ['genOta'],
        attributes: {
          genBasic: basic('IKEA of Sweden', 'FYRTUR block-out roller blind', battery),
          genPowerCfg: { batteryPercentageRemaining: 174 },
          genIdentify: { identifyTime: 0 },
          genGroups: {},
          genScenes: {},
          genPollCtrl: { checkinInterval: 14400 },
          closuresWindowCovering: { currentPositionLiftPercentage: 30, windowCoveringMode: 0 },
        },
      },
    },
  },
  {
    name: 'weather',
    ieee: '0x00158d0000000004',
    address: 1004,
    role: 'endDevice',
    parent: 1001,
    manufacturerCode: 0x1037,
    lqi: 70,
    endpoints: {
      1: {
        device: 0x0302,
        attributes: {
          genBasic: basic('LUMI', 'lumi.weather', battery),
          genIdentify: { identifyTime: 0 },
          msTemperatureMeasurement: { measuredValue: 2145 },
          msRelativeHumidity: { measuredValue: 4820 },
          msPressureMeasurement: { measuredValue: 1013, scale: -1, scaledValue: 10132 },
        },
      },
    },
  },
  {
    name: 'lock',
    ieee: '0x000d6f0000000005',
    address: 1005,
    role: 'endDevice',
    parent: 1002,
    manufacturerCode: 0x101d,
    lqi: 140,
    endpoints: {
      1: {
        device: 0x000a,
        outputs: ['genOta'],
        attributes: {
          genBasic: basic('Yale', 'YRD446 BLE TSDB', battery),
          genIdentify: { identifyTime: 0 },
          genPowerCfg: { batteryPercentageRemaining: 140 },
          closuresDoorLock: { lockState: 1, lockType: 0, actuatorEnabled: 1, autoRelockTime: 30, soundVolume: 1 },
        },
      },
    },
  },
  {
    name: 'thermostat',
    ieee: '0x000d6f0000000006',
    address: 1006,
    role: 'endDevice',
    manufacturerCode: 0x1246,
    lqi: 60,
    endpoints: {
      1: {
        device: 0x0301,
        outputs: ['genOta'],
        attributes: {
          genBasic: basic('Danfoss', 'eTRV0100', battery),
          genPowerCfg: { batteryPercentageRemaining: 120 },
          genIdentify: { identifyTime: 0 },
          hvacThermostat: {
            localTemp: 2050,
            occupiedHeatingSetpoint: 2100,
            systemMode: 4,
            runningState: 1,
            minHeatSetpointLimit: 500,
            maxHeatSetpointLimit: 3000,
            absMinHeatSetpointLimit: 500,
            absMaxHeatSetpointLimit: 3500,
            pIHeatingDemand: 40,
            ctrlSeqeOfOper: 2,
          },
          hvacUserInterfaceCfg: { keypadLockout: 0, tempDisplayMode: 0 },
        },
      },
    },
  },
  {
    name: 'unknown',
    ieee: '0x00aabbcc00000007',
    address: 1007,
    role: 'router',
    manufacturerCode: 0x1234,
    lqi: 200,
    endpoints: {
      1: {
        device: 0x0100,
        attributes: {
          genBasic: basic('ACME', 'ACME-XYZ-1', mains),
          genIdentify: { identifyTime: 0 },
          genGroups: {},
          genScenes: {},
          genOnOff: { onOff: 0 },
          genLevelCtrl: { currentLevel: 10 },
        },
      },
    },
  },
]

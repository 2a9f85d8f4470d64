import type { RawValue } from '#engine/widget.ts'
import type { PropertySpec } from './property-spec.ts'
import { onOf, plainWord } from './switching.ts'

/** Icons of properties whose catalogue entry names none; the longest name that the property contains wins. */
const BY_PROPERTY: Readonly<Record<string, string>> = {
  action: 'button',
  alarm: 'siren',
  apparent_power: 'power-meter',
  battery: 'battery',
  brightness: 'dimmer',
  button: 'button',
  carbon_monoxide: 'gas',
  co2: 'co2',
  color: 'palette',
  color_temp: 'palette',
  contact: 'contact',
  current: 'current',
  door: 'door',
  energy: 'energy',
  fan: 'fan',
  formaldehyd: 'voc',
  gas: 'gas',
  humidity: 'humidity',
  illuminance: 'light-level',
  linkquality: 'signal',
  lock: 'lock',
  lqi: 'signal',
  motion: 'motion',
  occupancy: 'motion',
  pi_heating_demand: 'heat',
  pm10: 'pm25',
  pm25: 'pm25',
  position: 'shutter',
  power: 'power-meter',
  presence: 'presence',
  pressure: 'pressure',
  rain: 'rain',
  setpoint: 'thermostat',
  signal: 'signal',
  smoke: 'smoke',
  soil_moisture: 'humidity',
  tamper: 'tamper',
  temperature: 'thermometer',
  tilt: 'blind',
  valve: 'valve',
  vibration: 'vibration',
  voc: 'voc',
  voltage: 'voltage',
  water: 'water',
  water_leak: 'flood',
  wind: 'wind',
  window: 'window',
}

const NAMES = Object.keys(BY_PROPERTY).toSorted((a, b) => b.length - a.length)

function ofProperty(property: string): string {
  const name = property.toLowerCase()
  const known = NAMES.find((part) => name.includes(part))
  return (known && BY_PROPERTY[known]) ?? 'gauge'
}

function ofValue(
  names: Readonly<Record<string, string>>,
  raw: RawValue | undefined,
  spec: PropertySpec,
): string | undefined {
  if (raw === undefined || raw === null || typeof raw === 'object') return names.default
  if (Object.hasOwn(names, String(raw))) return names[String(raw)]
  const on = onOf(raw, spec.value)
  if (on === undefined) return names.default
  return names[String(on)] ?? names[on ? 'on' : 'off'] ?? names.default
}

/** Icon of a property at a value: the placement's, the option's, the description's, else the one that its name suggests. */
export function iconFor(spec: PropertySpec, raw: RawValue | undefined): string {
  const { iconName, value } = spec
  if (typeof iconName === 'string') return iconName
  const byValue = iconName && ofValue(iconName, raw, spec)
  if (byValue) return byValue
  const option = value.options?.find((choice) => String(choice.value) === plainWord(raw))
  return option?.icon ?? value.icon ?? ofProperty(spec.property)
}

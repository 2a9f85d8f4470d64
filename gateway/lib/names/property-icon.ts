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

/** What a property is drawn as that nobody has given an icon. */
export function propertyIcon(property: string): string {
  const name = property.toLowerCase()
  const known = NAMES.find((part) => name.includes(part))
  return (known && BY_PROPERTY[known]) ?? 'gauge'
}

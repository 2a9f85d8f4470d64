/** Any text as a name of a property: `DimmingSpeedUp` → `dimming_speed_up`, which can be read as a name. */
export const slug = (text: string): string =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 64) || 'value'

import type { RawValue } from '#engine/widget.ts'
import { propertyIcon } from '#gateway/lib/names/property-icon.ts'
import type { PropertySpec } from './property-spec.ts'
import { onOf, plainWord } from './switching.ts'

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
  return option?.icon ?? value.icon ?? propertyIcon(spec.property)
}

import { ValueForm } from '#engine/value-form/ValueForm.tsx'
import type { WidgetProps } from '#engine/widget.ts'
import type { PropertySpec } from '../property-spec.ts'
import type { Compound } from './compound.ts'

/** A value with parts of its own, filled in and sent as one. */
export function CompoundForm({ label, value, options, ...rest }: WidgetProps<Compound, PropertySpec>) {
  const { service, property, value: described } = options
  const { disabled, reason, state, commit } = rest
  return <ValueForm {...{ service, property, label, described, value, disabled, reason, state, commit }} />
}

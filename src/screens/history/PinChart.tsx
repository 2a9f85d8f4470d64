import { useActions } from '#engine/actions/use-actions.tsx'
import { usesOf } from '#engine/actions/use-of.ts'
import { isForbidden } from '#engine/conditions/forbidden.ts'
import { useEngine } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import type { PinnedView } from '#schemas/generated/entities/dashboard.ts'
import { Button } from '#ui/Button.tsx'

interface Props {
  name: string
  /** Values as device/service/property. */
  of: readonly string[]
  view?: PinnedView
  /** How many states stand below its lines. */
  states?: number
}

/** Puts a chart on the dashboard as it is looked at. */
export function PinChart({ name, of, view, states = 0 }: Props) {
  const { say, t } = useText()
  const engine = useEngine()
  const { definitions, situation } = engine
  const runner = useActions()
  const [pin] = usesOf(['pinChart'], definitions.resource('device')?.actions ?? {}, situation)
  const bound = {
    row: { name, of, height: Math.min(6, 3 + Math.ceil(states / 3)), ...(view && { view }) },
  }
  return (
    pin && (
      <>
        <Button
          size="dense"
          only
          icon="dashboard"
          why={isForbidden(pin.action, engine) ? t('engine.forbidden') : undefined}
          onClick={() => void runner.run(pin.name, pin.action, bound)}
        >
          {say('actions.pinChart')}
        </Button>
        {runner.overlays}
      </>
    )
  )
}

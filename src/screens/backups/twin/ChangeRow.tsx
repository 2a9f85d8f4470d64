import type { ReactNode } from 'react'
import { useText } from '#i18n/useText.ts'
import type { PlanItem } from '#schemas/generated/entities/backup-plan.ts'
import type { HomeChange } from '#schemas/generated/entities/home-changes.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { Difference } from '../Difference.tsx'
import { ThingLine } from '../ThingLine.tsx'

const TONES = { added: 'ok', changed: 'plain', removed: 'danger' } as const

const becameOf = ({ before, after }: HomeChange): keyof typeof TONES =>
  before && after ? 'changed' : after ? 'added' : 'removed'

interface Props {
  change: HomeChange
  /** Before it, e.g. a box to tick; it is named by this id. */
  before?: (named: string) => ReactNode
  /** More than what became of it. */
  note?: string | undefined
  /** Of settings: how their device is drawn, where its home is not the one that is open. */
  layout?: DeviceLayout | undefined
  actions?: ReactNode
}

/** One thing that was changed in a twin, and what became of it; opened, how it was and how it is. */
export function ChangeRow({ change, before, note, layout, actions }: Props) {
  const { t } = useText()
  const { kind, id, name } = change
  const became = becameOf(change)
  const item: PlanItem = {
    ...{ kind, id, name, change: 'changed' },
    ...(change.before && { present: change.before }),
    ...(change.after && { kept: change.after }),
  }
  return (
    <ThingLine
      thing={change}
      tone={TONES[became]}
      box={before}
      becomes={
        <>
          {t(`twin.changes.became.${became}`)}
          {note !== undefined && ` ${note}`}
        </>
      }
      difference={
        became === 'changed'
          ? {
              label: t('twin.changes.difference', { name }),
              shown: (
                <Difference
                  item={item}
                  layout={layout}
                  heads={{ is: t('twin.changes.was'), was: t('twin.changes.is') }}
                />
              ),
            }
          : undefined
      }
    >
      {actions}
    </ThingLine>
  )
}

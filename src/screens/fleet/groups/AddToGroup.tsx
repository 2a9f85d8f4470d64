import { useState } from 'react'
import { useSettled } from '#engine/choosing/use-settled.ts'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { type BlockProps, numberLimit, useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import type { GroupLine } from '#schemas/generated/entities/group-line.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { TextAreaField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { NotKnown } from '#ui/page/states.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import styles from './AddToGroup.module.css'
import { Lines } from './Lines.tsx'
import { leftOf, namesIn } from './pasted.ts'

const NO_LINES: readonly GroupLine[] = []

/** People and gateways come into a group by a pasted list: each line has its own verdict, before anything is done. */
export default function AddToGroup({ params }: BlockProps) {
  const text = useText()
  const { t } = text
  const { definitions, situation } = useEngine()
  const { source } = usePorts()
  const client = useQueryClient()
  const { selectedGroupId: groupId = '' } = params
  const [pasted, setPasted] = useState('')
  const [left, setLeft] = useState('')
  const most = numberLimit(definitions, 'groupLines')
  const wait = numberLimit(definitions, 'typingPause')
  const members = namesIn(pasted)
  const tooMany = members.length > most
  const asked = members.length > 0 && !tooMany
  const settled = useSettled(pasted, wait)
  const checking = { groupId, members: [...namesIn(settled)], dryRun: true }
  const checked = useQuery({
    queryKey: rowsKey('addUsersToGroup', checking),
    // What was added or joined meanwhile makes another verdict.
    gcTime: 0,
    enabled: asked && settled === pasted,
    queryFn: ({ signal }) => source.load('addUsersToGroup', checking, signal),
  })
  // What is being typed has no verdict yet.
  const lines = asked && settled === pasted ? (checked.data?.lines ?? NO_LINES) : NO_LINES
  const fitting = lines.filter(({ outcome }) => outcome === 'added').length

  // What could not be added is there to be corrected; left as it is, nothing of it is lost.
  useUnsaved(members.length > 0 && pasted !== left)
  const form = useSubmit(async () => {
    if (fitting === 0) return
    const answer = await source.call('addUsersToGroup', { groupId, members: [...members] })
    if (!answer.ok) return
    toasts.show({ text: t('groupsOf.done', { count: answer.data.added }) })
    const rest = leftOf(answer.data.lines)
    setLeft(rest)
    setPasted(rest)
    for (const operation of ['getUsersForGroup', 'readGroup', 'searchGroups'] as const)
      void client.invalidateQueries({ queryKey: rowsKey(operation) })
  })

  if (isOutOfReach({ operations: ['addUsersToGroup'] }, situation)) return null
  return (
    <Card title={t('groupsOf.add')}>
      <form {...form.attributes} className={styles.form}>
        <TextAreaField
          label={t('groupsOf.list')}
          help={t('groupsOf.help')}
          value={pasted}
          onChange={setPasted}
          rows={5}
          spellCheck={false}
          error={tooMany ? t('groupsOf.tooMany', { most }) : undefined}
        />
        <div role="status">
          {asked && settled === pasted && checked.isError && (
            <NotKnown onRetry={() => void checked.refetch()}>{failureText(checked.error, text)}</NotKnown>
          )}
          {asked && lines.length > 0 && (
            <Lines
              lines={lines}
              onMeant={(given, meant) =>
                setPasted(members.map((name) => (name === given ? meant : name)).join('\n'))
              }
            />
          )}
        </div>
        <div>
          <Button type="submit" look="main" icon="plus" busy={form.busy} disabled={!asked || fitting === 0}>
            {fitting > 0 ? t('groupsOf.submit', { count: fitting }) : t('groupsOf.none')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

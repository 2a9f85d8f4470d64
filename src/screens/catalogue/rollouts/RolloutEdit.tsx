import { useMemo, useRef } from 'react'
import { type BlockProps, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { Card } from '#ui/Card.tsx'
import { NotKnown } from '#ui/page/states.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import type { EditorHandle } from '../editor/JsonEditor.tsx'
import { LateEditor } from '../editor/LateEditor.tsx'

const NONE: never[] = []
const nothing = (): void => {}

/** What the edit changes: both texts, and where they differ. */
export function RolloutEdit({ params: { rolloutId = '' } }: BlockProps) {
  const text = useText()
  const { t } = text
  const { source } = usePorts()
  const editor = useRef<EditorHandle>(null)
  const { data, error, refetch } = useQuery({
    queryKey: rowsKey('readRollout', { rolloutId }),
    queryFn: ({ signal }) => source.load('readRollout', { rolloutId }, signal),
  })
  const before = data?.before
  const comparison = useMemo(() => (before === undefined ? undefined : { other: before }), [before])
  return (
    <Card title={t('rollouts.edit')}>
      {data ? (
        <LateEditor
          ref={editor}
          label={t('rollouts.text')}
          text={data.text}
          problems={NONE}
          knowledge={undefined}
          comparison={comparison}
          fixed
          onChange={nothing}
          onCaret={nothing}
        />
      ) : error ? (
        <NotKnown onRetry={() => void refetch()}>{failureText(error, text)}</NotKnown>
      ) : (
        <SkeletonLines lines={8} />
      )}
    </Card>
  )
}

/** Some entries of a JSON file (scripts/vite/lean-catalogue.ts). */
declare module '*.json?only=alert,chevron-down,eye,eye-off,info,warning' {
  const part: Record<'alert' | 'chevron-down' | 'eye' | 'eye-off' | 'info' | 'warning', string>
  export default part
}

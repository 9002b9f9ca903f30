/** True on a phone: what is offered for a phone is no way on there. */
export function isPhone(): boolean {
  const { userAgentData } = navigator as Navigator & {
    readonly userAgentData?: { readonly mobile: boolean };
  };
  return userAgentData?.mobile ?? /Android.+Mobile|iPhone|iPod/.test(navigator.userAgent);
}

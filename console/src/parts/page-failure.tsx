import { Component, type ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { Page } from './page.tsx';

/** Shows what a screen failed with in its place; the navigation stays. */
export class PageFailure extends Component<
  { readonly children: ReactNode },
  { readonly error: Error | undefined }
> {
  override state = { error: undefined as Error | undefined };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Page title="Confere">
        <ErrorNotice error={error} onRetry={() => window.location.reload()} />
      </Page>
    );
  }
}

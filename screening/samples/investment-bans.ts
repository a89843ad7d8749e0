/** A page like gov.uk's «Russia: list of persons named in relation to financial and investment restrictions». */
export const investmentBansPage = `<!DOCTYPE html>
<html lang="en">
<head><title>Russia: list of persons named in relation to financial and investment restrictions - GOV.UK</title></head>
<body>
<div class="govspeak"><p>The following persons are named in relation to financial and investment restrictions.</p>
<table>
  <thead>
    <tr>
      <th scope="col">Organisation</th>
      <th scope="col">Historic Group ID <sup><a href="#fn:1">[1]</a></sup></th>
      <th scope="col">UK Sanctions List Unique ID <sup><a href="#fn:2">[2]</a></sup></th>
      <th scope="col">Subject to other sanctions? (See entry on the UK Sanctions List)</th>
    </tr>
  </thead>
  <tbody>
    <tr><td>Zarkbank &amp; Partners</td><td>90131</td><td>RUS9077</td><td><a href="https://search.example/RUS9077">Yes</a></td></tr>
    <tr><td>Hydromar Oil</td><td>90132</td><td>-</td><td>-</td></tr>
    <tr><td>Ostrum&nbsp;Defence Plant</td><td>90133</td><td>-</td><td>-</td></tr>
  </tbody>
</table></div>
</body>
</html>
`
